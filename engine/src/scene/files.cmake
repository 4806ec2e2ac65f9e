toibox_layer(toibox_scene scene
    SOURCES 
    HEADERS diagnostic.h document.h expectation.h run.h scene.h)
