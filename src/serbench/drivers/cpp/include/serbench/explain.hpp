// What is in a value that formats may lack, for a codec's `explain`.
#pragma once

#include "schema/types.hpp"

namespace serbench {

bool has_nan(const Root& value);
// NaN or an infinity.
bool has_non_finite(const Root& value);

}  // namespace serbench
