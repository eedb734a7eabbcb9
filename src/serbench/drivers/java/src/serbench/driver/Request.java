package serbench.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The members of a request, each with the type that it must have. */
record Request(Map<String, Object> members) {
  String name() {
    return String.valueOf(members.getOrDefault("request", ""));
  }

  /** The text of a member that may be anything, or be missing. */
  String text(String name) {
    return String.valueOf(members.get(name));
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  /** 0 if it is not there. */
  long number(String name) throws Refusal {
    return number(name, 0);
  }

  long number(String name, long otherwise) throws Refusal {
    if (members.getOrDefault(name, otherwise) instanceof Long number && number >= 0) {
      return number;
    }
    throw Refusal.badRequest(name + " must be a number, 0 or more");
  }

  int number(String name, int least, int most, int otherwise) throws Refusal {
    long number = number(name, otherwise);
    if (number < least || number > most) {
      throw Refusal.badRequest(name + " must be a number from " + least + " to " + most);
    }
    return (int) number;
  }

  boolean flag(String name, boolean otherwise) throws Refusal {
    if (members.getOrDefault(name, otherwise) instanceof Boolean flag) {
      return flag;
    }
    throw Refusal.badRequest(name + " must be true or false");
  }

  Path path(String name) throws Refusal {
    if (members.get(name) instanceof String text) {
      return Path.of(text);
    }
    throw Refusal.badRequest(name + " must be a path");
  }

  /** Of a list, the items that are texts; none if it is not there. */
  List<String> texts(String name) {
    return members.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }
}
