// Views: every record of the schema again, with text and bytes that lie elsewhere. Only codecs that
// borrow include it, since describing every record twice takes its time.
#pragma once

#include "schema/views.hpp"
