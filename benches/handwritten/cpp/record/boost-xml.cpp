// ../boost_serialization.hpp says how the archives are used.
#include <boost/archive/xml_iarchive.hpp>
#include <boost/archive/xml_oarchive.hpp>

#include "boost_members.hpp"

using BoostArchived = Archived<boost::archive::xml_oarchive, boost::archive::xml_iarchive>;

SERBENCH_DIRECT(BoostArchived)
