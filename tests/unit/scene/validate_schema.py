# SPDX-License-Identifier: MIT
"""Validates JSON texts against a schema: one text per line on stdin, "1" (valid) or "0" per line on stdout.

Usage: validate_schema.py SCHEMA.  Exit 77: the module jsonschema is not installed.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for line in sys.stdin:
    print(1 if validator.is_valid(json.loads(line)) else 0)
