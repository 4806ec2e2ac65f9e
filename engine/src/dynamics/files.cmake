toibox_layer(toibox_engine dynamics
    SOURCES 
    HEADERS body_columns.h command.h contact.h debug_draw.h defs.h events.h joint.h settings.h step_report.h world.h)
