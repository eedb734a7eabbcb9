// ../boost_serialization.hpp says how the archives are used.
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>

#include "boost_members.hpp"

using BoostArchived = Archived<boost::archive::binary_oarchive, boost::archive::binary_iarchive>;

SERBENCH_DIRECT(BoostArchived)
