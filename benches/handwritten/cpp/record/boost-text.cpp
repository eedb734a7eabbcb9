// ../boost_serialization.hpp says how the archives are used.
#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>

#include "boost_members.hpp"

using BoostArchived = Archived<boost::archive::text_oarchive, boost::archive::text_iarchive>;

SERBENCH_DIRECT(BoostArchived)
