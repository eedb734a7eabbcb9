#include <glaze/beve.hpp>

#include "glaze.hpp"

using GlazeBeve = Glaze<glz::opts{.format = glz::BEVE, .skip_null_members = false},
                        glz::opts{.format = glz::BEVE, .error_on_unknown_keys = false}>;

SERBENCH_DIRECT(GlazeBeve)
