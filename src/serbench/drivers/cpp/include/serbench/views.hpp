// Views: every record of the schema again, with text and bytes that lie elsewhere. Codecs that borrow
// include it; in objects that do not, no record is described twice.
#pragma once

#if SERBENCH_BORROW
#include "schema/views.hpp"
#endif
