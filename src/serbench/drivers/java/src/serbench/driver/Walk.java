package serbench.driver;

/** Something that is done over and over, and metered while it is. */
interface Walk {
  void run(long passes, Meter meter) throws Refusal;
}
