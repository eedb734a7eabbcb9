package serbench.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The list of a `get`: numbers of values, one a line. */
final class Numbers {
  private Numbers() {}

  static int[] read(Path path, int values) throws Refusal {
    int[] numbers = new int[1024];
    int count = 0;
    try (BufferedReader lines = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
      for (String line; (line = lines.readLine()) != null; count++) {
        if (count == numbers.length) {
          numbers = Arrays.copyOf(numbers, Math.multiplyExact(count, 2));
        }
        numbers[count] = number(line, values);
        if (numbers[count] < 0) {
          String where = path + ": line " + (count + 1) + ": ";
          throw Refusal.badRequest(
              where + "\"" + line + "\" is not a number from 0 to " + (values - 1));
        }
      }
    } catch (IOException e) {
      throw Refusal.badRequest(path + ": " + Refusal.cause(e));
    }
    return Arrays.copyOf(numbers, count);
  }

  /** -1 if it is none of the values'. */
  private static int number(String line, int values) {
    try {
      int number = Integer.parseInt(line);
      return number < values ? number : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
