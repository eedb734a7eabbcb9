// The section "Which format?": its controls, and what serbench.choose makes of them in words. The
// sentences are those of serbench.report.choice.
(() => {
  const { byId, all, choose, digits, scaled, time } = serbench;
  const { areTied, cheapest, difference, isCheaper, isGeometric, isUncertain, meanOf, ratio } =
    serbench.choosing;
  const { grounds, language_names, means } = serbench.data.page;
  if (!byId("choice-controls")) return;
  const controls = byId("choice-controls");
  const nameOf = (language) =>
    Object.hasOwn(language_names, language) ? language_names[language] : language;
  const sized = (bytes) =>
    bytes < 1000
      ? `${bytes.toFixed(1).replace(/\.0$/, "")} B`
      : scaled(bytes, [
          ["B", 1],
          ["kB", 1e3],
          ["MB", 1e6],
        ]);
  const link = (bits) =>
    scaled(bits, [
      ["kbit/s", 1e3],
      ["Mbit/s", 1e6],
      ["Gbit/s", 1e9],
    ]);
  const ends = ([, low, high]) => `${digits(low)}–${digits(high)}`;
  const named = (names) =>
    names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const BETTER = {
    bytes: "smaller",
    processor: "faster",
    link: "sooner there",
    price: "cheaper",
  };
  const mark = (interval) => (isUncertain(interval) ? "?" : "");
  const title = ({ format, compression }) =>
    compression ? `${format} with ${compression}` : format;

  function spread([middle, low, high]) {
    const [down, up] = [middle - low, high - middle];
    const [wide, narrow] = [Math.max(down, up), Math.min(down, up)];
    const percent = (100 * wide) / middle;
    if (!Number.isFinite(high)) return "±?";
    if (wide <= 2 * narrow || wide < 0.01 * middle) {
      return `±${percent < 9.95 ? Math.max(0.1, Math.ceil(percent * 10 - 1e-6) / 10).toFixed(1) : Math.ceil(percent)} %`;
    }
    return `${time(low)}–${time(high)}`;
  }

  function needs() {
    const [decoders, nature] = [
      byId("choice-decoders").value,
      byId("choice-nature").value.split(" "),
    ];
    const of = (name) => (nature[0] === name ? nature[1] === "true" : null);
    return {
      languages: all("input[name=choice-language]:checked", controls).map((box) => box.value),
      checked: decoders !== "any",
      maintained: byId("choice-libraries").value !== "any",
      grows: byId("choice-grows").value !== "",
      human_readable: of("human_readable"),
      self_describing: of("self_describing"),
      facts: ["checked", "any"].includes(decoders) ? [] : [decoders],
      max_code: byId("choice-code")?.value ? Number(byId("choice-code").value) * 1e3 : null,
    };
  }

  function cost() {
    const by = byId("choice-by").value;
    const given = (id, scale = 1) => (byId(id).validity.valid ? Number(byId(id).value) * scale : 0);
    const price =
      by === "price"
        ? {
            rate: given("choice-rate"),
            core_hour: given("choice-core"),
            gigabyte: given("choice-traffic"),
          }
        : {};
    const bits_per_s = ["link", "price"].includes(by) ? given("choice-link", 1e6) : 0;
    const mean = byId("choice-mean").value;
    return { by, mean, rate: 0, core_hour: 0, gigabyte: 0, bits_per_s, ...price };
  }

  function by(price) {
    const over = price.bits_per_s ? ` over ${link(price.bits_per_s)}` : "";
    if (price.by === "link") return `by the time until a message is there${over}`;
    if (price.by !== "price")
      return { bytes: "by bytes", processor: "by processor time" }[price.by];
    const rate = price.rate.toLocaleString("en");
    return `at ${rate} a second${over}, at ${digits(price.core_hour)} for an hour of a core and ${digits(price.gigabyte)} for a gigabyte`;
  }

  function takes(one, best) {
    const each = one.libraries.map(
      (a, i) => `${nameOf(a.language)} ${digits(ratio(a.time, best.libraries[i].time)[0])}`,
    );
    return `takes ${digits(ratio(one.time, best.time)[0])} times the processor time${each.length > 1 ? ` (${each.join(", ")})` : ""}`;
  }

  function amount([middle], price) {
    if (price.by === "bytes") return sized(middle);
    return price.by === "price" ? `${digits(middle)} an hour` : time(middle);
  }

  function beside({ offers, gapped }, best, price) {
    const said = [];
    const least = (list, of) => list.reduce((a, b) => (of(b) < of(a) ? b : a));
    const others = offers.filter((offer) => offer.rank_low > 1);
    const smaller = others.filter((offer) => offer.bytes < 0.995 * best.bytes);
    const quicker = others.filter((offer) => difference(best.time, offer.time)[1] > 0);
    if (smaller.length) {
      const one = least(smaller, (offer) => offer.bytes * offer.time[0]);
      const smallest = least(smaller, (offer) => offer.bytes);
      for (const offer of smallest.bytes < 0.95 * one.bytes ? [one, smallest] : [one]) {
        const less = (100 * (1 - offer.bytes / best.bytes)).toFixed(0);
        said.push(`${title(offer)} is ${less} % smaller and ${takes(offer, best)}`);
      }
    }
    if (quicker.length) {
      const one = least(quicker, (offer) => offer.time[0]);
      const more = (100 * (one.bytes / best.bytes - 1)).toFixed(0);
      if (!smaller.includes(one))
        said.push(`${title(one)} ${takes(one, best)} and ${more} % more bytes`);
    }
    const where = (offer) =>
      meanOf(
        price,
        best.libraries.filter((library) => !(library.language in offer.gaps)),
      );
    const ahead = gapped.filter((offer) => difference(where(offer), offer.cost)[1] > 0);
    if (ahead.length) {
      const one = least(ahead, (offer) => offer.cost[0] / where(offer)[0]);
      const there = named(one.libraries.map((library) => nameOf(library.language)));
      const costs = `${amount(one.cost, price)} against ${amount(where(one), price)}`;
      const lacking = named(Object.keys(one.gaps).map(nameOf));
      said.push(
        `${title(one)} is ${BETTER[price.by]} in ${there} (${costs}) but has nothing for ${lacking} here`,
      );
    }
    return said;
  }

  function oldOnes(libraries) {
    const old = libraries
      .filter((library) => library.is_old)
      .map((library) => `${library.released.slice(0, 7)} (${library.codec})`);
    const versions = old.length === 1 ? "a version" : "versions";
    return old.length ? `measured in ${versions} of ${old.join(", ")}` : "";
  }

  function sentence(choice, needed, price) {
    const start = `For ${named(needed.languages.map(nameOf))}, ${by(price)}: `;
    const [first, undecided] = cheapest(choice.offers);
    const others = named(undecided.map(title));
    if (!first.length && undecided.length === 1)
      return `${start}nothing was shown cheaper than ${others}, but its cost is uncertain.`;
    if (!first.length && undecided.length)
      return `${start}it is not decided which is the cheapest: ${others}.`;
    if (!first.length) {
      const [gapped] = choice.gapped;
      const gap = gapped
        ? ` ${title(gapped)} has nothing for ${nameOf(Object.keys(gapped.gaps)[0])}.`
        : "";
      return `${start}no format that is measured here fits.${gap}`;
    }
    const said = [named(first.map(title)) + (first.length > 1 ? ", tied" : "")];
    if (undecided.length) said.push(`not decided: ${others}`);
    const old = oldOnes(first.flatMap((offer) => offer.libraries));
    return `${start}${[...said, ...beside(choice, first[0], price), old].filter(Boolean).join("; ")}.`;
  }

  function total(offer, price) {
    if (price.by === "bytes") return "";
    const cost = amount(offer.cost, price);
    if (price.by !== "price") {
      const fastest =
        price.by === "processor" && isGeometric(price)
          ? `, ${digits(offer.ratio)} times the fastest`
          : "";
      return `${cost} ${spread(offer.cost)}${mark(offer.cost)}${fastest}`;
    }
    const sent = digits((price.rate * offer.bytes * 8) / 1e6);
    return `${cost} (${digits((price.rate * offer.time[0]) / 1e9)} cores, ${sent} Mbit/s)`;
  }

  function rules(offer, { offers }, price) {
    const of = offer.libraries.map((library) => `${time(library.time[0])} (${library.codec})`);
    const kind = isGeometric(price) ? "geometric mean" : "mean";
    const said = [
      `its time is the ${kind} of ${of.join(", ")}: ${time(offer.time[0])} ${spread(offer.time)}`,
    ];
    if (!offer.rank_low) return [...said, "it has no rank, since a language lacks it"];
    for (const other of offers.filter((one) => one !== offer)) {
      const told = isCheaper(other, offer)
        ? "was shown cheaper"
        : isCheaper(offer, other)
          ? "was shown dearer"
          : areTied(offer, other)
            ? "is tied with it"
            : "is not decided against it";
      const apart = ratio(other.cost, offer.cost);
      said.push(`${title(other)} ${told}: ${digits(apart[0])} times its cost (${ends(apart)})`);
    }
    return said;
  }

  // Text only: names are the user's.
  function made(tag, text, more = {}) {
    const node = Object.assign(document.createElement(tag), more);
    node.append(...[text].flat());
    return node;
  }

  function shown(offer, choice, price) {
    const ranks = [...new Set([offer.rank_low, offer.rank_high])].join("–");
    const shown = offer.rank_low ? ranks : "–";
    const figures = made(
      "span",
      [sized(offer.bytes), total(offer, price)].filter(Boolean).join(" · "),
      { className: "figure-of" },
    );
    const lines = offer.libraries.map((library) => {
      const slower =
        library.codec === library.fastest
          ? ""
          : `${digits(library.ratio[0])}× (${ends(library.ratio)})`;
      const cells = [
        made("b", made("bdi", library.codec.replace(`${library.language}/`, ""))),
        `${time(library.time[0])} ${spread(library.time)}${mark(library.time)}`,
        slower,
        sized(library.bytes),
      ];
      return made("tr", [
        made("th", nameOf(library.language), { scope: "row" }),
        ...cells.map((cell) => made("td", cell)),
      ]);
    });
    const facts = Object.entries(offer.gaps).map(
      ([language, why]) => `nothing for ${nameOf(language)}: ${why}`,
    );
    if (offer.gives_up.length) facts.push(`gives up: ${offer.gives_up.join("; ")}`);
    if (oldOnes(offer.libraries)) facts.push(oldOnes(offer.libraries));
    if (offer.unshown.length) facts.push(`not shown here: ${offer.unshown.join("; ")}`);
    return made(
      "li",
      [
        made("h3", [
          made("span", shown, { className: "rank" }),
          " ",
          made("bdi", title(offer)),
          " ",
          figures,
        ]),
        made("table", made("tbody", lines)),
        ...facts.map((said) => made("p", made("bdi", said), { className: "sub" })),
        made("details", [
          made("summary", "The rule behind its rank"),
          made(
            "ul",
            rules(offer, choice, price).map((said) => made("li", made("bdi", said))),
          ),
        ]),
      ],
      { className: "offer" },
    );
  }

  function show() {
    const [needed, price] = [needs(), cost()];
    for (const part of all("[data-by]", controls))
      part.hidden = !part.dataset.by.split(" ").includes(price.by);
    byId("choice-mean-said").textContent = `${means[price.by === "price" ? "price" : price.mean]}.`;
    const known = grounds[Number(byId("choice-workload")?.value ?? 0)];
    const compressed = byId("choice-compression")?.value;
    const candidates = known.candidates.filter((one) => compressed || !one.compression);
    if (!needed.languages.length || all(":invalid", controls).length) {
      byId("choice-said").textContent = "A language and numbers above zero are needed.";
      byId("choice-offers").replaceChildren();
      return;
    }
    const choice = choose({ ...known, candidates }, needed, price);
    serbench.choice = choice;
    byId("choice-said").replaceChildren(made("bdi", sentence(choice, needed, price)));
    const shownOf = (offers) => offers.map((offer) => shown(offer, choice, price));
    byId("choice-offers").replaceChildren(...shownOf(choice.offers));
    byId("choice-gapped").hidden = !choice.gapped.length;
    byId("choice-gapped")
      .querySelector("ol")
      .replaceChildren(...shownOf(choice.gapped));
    const why = new Map();
    for (const one of choice.lost) why.set(one.why, [...(why.get(one.why) ?? []), one.codec]);
    const lost = [...why].map(([said, codecs]) => `${codecs.join(", ")}: ${said}`);
    lost.push(...Object.entries(choice.apart).map(([format, said]) => `${format}: ${said}`));
    byId("choice-lost").hidden = !lost.length;
    byId("choice-lost")
      .querySelector("ul")
      .replaceChildren(...lost.map((said) => made("li", made("bdi", said))));
  }

  // The languages that the page shows, which it remembers, are those that read each other, until
  // others are chosen here. None ticked on the page means all.
  const boxes = all("input[name=choice-language]", controls);
  function ofPage(box) {
    const shown = all("#controls input[name=language]:checked").map((one) => one.value);
    return !shown.length || shown.includes(box.value);
  }
  // The address of a page that only followed holds these languages as well.
  let areOwn =
    serbench.isGiven("choice-language") && boxes.some((box) => box.checked !== ofPage(box));
  for (const box of boxes) box.addEventListener("change", () => (areOwn = true));
  function follow() {
    if (areOwn) return;
    for (const box of boxes) box.checked = ofPage(box);
    show();
  }
  serbench.watchers.push(follow);

  controls.addEventListener("input", show);
  controls.addEventListener("change", show);
  controls.hidden = false;
  show();
  follow();
})();
