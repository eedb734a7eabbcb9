// A document that is cut off in its last closing tag ends the process: ~xml_iarchive throws.
// Boost.Serialization 1.81 (Debian: libboost-serialization1.81-dev)
// run: g++ -std=c++17 benches/findings/cpp/boost_xml_cut_off.cpp -lboost_serialization -o /tmp/boost_xml_cut_off && /tmp/boost_xml_cut_off
// Prints: a document of 199 bytes: of its 199 beginnings 174 were refused, 23 ended the process, 2 were read
// Each beginning is read in a process of its own. SIGABRT is the finding: it cannot be caught.
#include <sys/wait.h>
#include <unistd.h>

#include <boost/archive/xml_iarchive.hpp>
#include <boost/archive/xml_oarchive.hpp>
#include <iostream>
#include <sstream>

int main() {
  int value = 7, refused = 0, ended = 0, read = 0;
  std::ostringstream out;
  { boost::archive::xml_oarchive(out) << boost::serialization::make_nvp("value", value); }
  const std::string text = out.str();
  for (std::size_t size = 0; size < text.size(); ++size) {
    if (fork() == 0) try {
        fclose(stderr);
        std::istringstream in(text.substr(0, size));
        boost::archive::xml_iarchive(in) >> boost::serialization::make_nvp("value", value);
        _exit(0);
      } catch (...) {
        _exit(1);
      }
    int status = 0;
    wait(&status);
    ++(WIFSIGNALED(status) ? ended : WEXITSTATUS(status) ? refused : read);
  }
  std::cout << "a document of " << text.size() << " bytes: of its " << text.size() << " beginnings "
            << refused << " were refused, " << ended << " ended the process, " << read
            << " were read\n";
  return ended > 0 ? 0 : 1;
}
