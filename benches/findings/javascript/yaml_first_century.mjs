// With its tag `timestamp`, yaml reads the years 1 to 99 as those of the 20th century: Date.UTC takes
// them for these.
// needs: yaml@2.9.1
// prints: 1901-01-01T00:00:00.000Z
import { parse, stringify } from "yaml";

const options = { customTags: ["timestamp"] };
const date = new Date("0001-01-01T00:00:00.000Z");
const again = parse(stringify({ date }, options), options).date;
console.log(again.toISOString());
process.exit(again.getUTCFullYear() === 1901 ? 0 : 1);
