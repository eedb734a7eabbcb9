from serbench.builders.cpp.includes import Includes


def test_quoted_includes_are_followed(tmp_path):
    near, far = tmp_path / "near", tmp_path / "far"
    near.mkdir()
    far.mkdir()
    root = near / "root.cpp"
    root.write_text(
        '#include "beside.hpp"\n  # include "far.hpp"\n#include <angle.hpp>\n'
        '// #include "not.hpp"\n'
        '#include "made/made.hpp"\n#include "library.h"\n'
    )
    (near / "beside.hpp").write_text("")
    (near / "not.hpp").write_text("")
    (far / "angle.hpp").write_text("")
    (far / "beside.hpp").write_text("")
    (far / "far.hpp").write_text('#include "circle.hpp"\n')
    (far / "circle.hpp").write_text('#include "far.hpp"\n')
    (far / "deep.hpp").write_text("")
    includes = Includes([far], {"made/made.hpp": '#include "deep.hpp"\n', "other": ""})
    found = includes.followed([root])
    assert {str(path.relative_to(tmp_path)) for path in found} == {
        "near/root.cpp",
        "near/beside.hpp",
        "far/far.hpp",
        "far/circle.hpp",
        "far/deep.hpp",
    }
    assert includes.followed(["made/made.hpp"]) == {far / "deep.hpp"}
