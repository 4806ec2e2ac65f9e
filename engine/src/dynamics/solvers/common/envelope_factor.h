// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace toibox {

/// A row of the factor below.
struct EnvelopeRow {
    std::uint32_t first = 0;  ///< Column of the first stored element.
    std::size_t begin = 0;    ///< Index of that element in EnvelopeFactor::elements.
};

/// A symmetric matrix K as L D Lᵀ. Each row of L is stored from its first nonzero element to before the
/// diagonal: factoring fills no element to the left of it. In a chain of joints a row has a few elements.
/// Redundant rows have a pivot of 0, and get 0 in every solution. The memory belongs to the caller.
struct EnvelopeFactor {
    std::span<const EnvelopeRow> rows;
    double* elements = nullptr;
    std::span<double> pivot;      ///< D.
    std::span<double> inv_pivot;  ///< 1 / D, or 0.

    double* row(std::size_t i) const { return elements + rows[i].begin; }

    /// Factors K. element(i, j): element of K, for j ≤ i. is_independent(i, pivot): whether the pivot of row
    /// i is more than rounding errors leave; if not, the row is redundant. Cost: O(n b²) for n rows of up to
    /// b elements.
    template <class Element, class IsIndependent>
    void factor(Element&& element, IsIndependent&& is_independent) const {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            double* const l_i = row(i);
            const std::size_t first = rows[i].first;
            double rest = element(i, i);
            for (std::size_t j = first; j < i; ++j) {
                const double* const l_j = row(j);
                const std::size_t first_j = rows[j].first;
                double sum = inv_pivot[j] == 0.0 ? 0.0 : element(i, j);
                for (std::size_t k = std::max(first, first_j); k < j; ++k)
                    sum -= l_i[k - first] * pivot[k] * l_j[k - first_j];
                l_i[j - first] = sum * inv_pivot[j];
                rest -= l_i[j - first] * sum;
            }
            const bool keep = is_independent(i, rest);
            pivot[i] = keep ? rest : 0.0;
            inv_pivot[i] = keep ? 1.0 / rest : 0.0;
        }
    }

    /// Solves K x = b in place: `x` is b before the call. Cost: O(n b).
    void solve(std::span<double> x) const {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double* const l = row(i);
            for (std::size_t k = rows[i].first; k < i; ++k)
                x[i] -= l[k - rows[i].first] * x[k];
        }
        for (std::size_t i = 0; i < rows.size(); ++i)
            x[i] *= inv_pivot[i];
        for (std::size_t i = rows.size(); i-- > 0;) {
            const double* const l = row(i);
            for (std::size_t k = rows[i].first; k < i; ++k)
                x[k] -= l[k - rows[i].first] * x[i];
        }
    }
};

}  // namespace toibox
