toibox_layer(toibox_replay replay
    SOURCES
        chunk.cpp
        history.cpp
        history_seek.cpp
        keyframe.cpp
        read_recording.cpp
        recording.cpp
        recording_writer.cpp
        simulation.cpp
        verify.cpp
    HEADERS
        history.h
        recording.h
        recording_file.h
        simulation.h
        tuning.h
        verify.h)
