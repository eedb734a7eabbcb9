// Which format several languages should share: what serbench.results.choice reckons, by the same
// rules and in the same words (a test holds one against the other).
(() => {
  const NATURES = {
    "human-readable": "people cannot read it",
    "self-describing": "readers need the schema",
  };
  const { bounds } = serbench.data.page;
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const at = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);
  const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

  // Intervals are [middle, low, high].
  function mean(parts) {
    const middle = sum(parts.map(([m]) => m)) / parts.length;
    const down = Math.hypot(...parts.map(([m, low]) => m - low)) / parts.length;
    const up = Math.hypot(...parts.map(([m, , high]) => high - m)) / parts.length;
    return [middle, middle - down, middle + up];
  }

  const logOf = ([m, low, high]) => [
    Math.log(m),
    low > 0 ? Math.log(low) : -Infinity,
    Math.log(high),
  ];
  const geometricMean = (parts) => mean(parts.map(logOf)).map(Math.exp);

  function difference([m, low, high], [m2, low2, high2]) {
    const middle = m - m2;
    return [
      middle,
      middle - Math.hypot(m - low, high2 - m2),
      middle + Math.hypot(high - m, m2 - low2),
    ];
  }

  function ratio(one, other) {
    if (one.every((end, i) => end === other[i])) return [1, 1, 1];
    return difference(logOf(one), logOf(other)).map(Math.exp);
  }

  function weights(cost) {
    if (cost.by === "price")
      return [(cost.rate * cost.core_hour) / 1e9, (cost.rate * 3600 * cost.gigabyte) / 1e9];
    return { bytes: [0, 1], processor: [1, 0], link: [1, 8e9 / cost.bits_per_s] }[cost.by];
  }

  function priced(cost, time, bytes) {
    const [ofNs, ofByte] = weights(cost);
    if (!ofNs) return time.map(() => ofByte * bytes);
    return time.map((ns) => ofByte * bytes + ofNs * ns);
  }

  // As serbench.results.choice.Cost in Python: see there for why.
  const isGeometric = (cost) => cost.mean === "ratios" && cost.by !== "price";
  const meanTime = (cost, times) => (isGeometric(cost) ? geometricMean(times) : mean(times));
  function meanOf(cost, parts) {
    if (isGeometric(cost) && weights(cost)[0])
      return geometricMean(parts.map(({ time, bytes }) => priced(cost, time, bytes)));
    const bytes = sum(parts.map((one) => one.bytes)) / parts.length;
    return priced(cost, mean(parts.map((one) => one.time)), bytes);
  }

  function whyNot(one, proofs, needs) {
    if (needs.checked && one.traits.includes("unchecked")) return "it trusts its input";
    if (needs.maintained && one.traits.includes("unmaintained"))
      return "its authors maintain it no longer";
    const ended = needs.checked && at(proofs.survived, one.codec);
    if (ended) return ended;
    for (const nature of Object.keys(NATURES)) {
      const wanted = needs[nature.replace("-", "_")];
      if (wanted !== null && one.traits.includes(nature) !== wanted)
        return `it is ${wanted ? "not " : ""}${nature}`;
    }
    if (needs.grows) {
      const failed = at(proofs.grown, one.codec);
      if (failed === undefined) return "whether it survives a schema that grows was not looked for";
      if (failed) return failed;
    }
    const lacking = needs.facts.find((fact) => !(at(proofs.facts, one.codec) ?? []).includes(fact));
    if (lacking)
      return `it was not proven that it ${lacking.replace("-", " ").replace("utf8", "UTF-8")}`;
    return needs.max_code === null ? "" : tooLarge(at(proofs.code, one.codec), needs.max_code);
  }

  // `code` is null where the footprint has no such figure.
  function tooLarge(code, most) {
    if (code === undefined) return "footprint not measured";
    if (code === null) return "its footprint has no code size";
    return code > most ? `a program ships ${code.toLocaleString("en")} B for it` : "";
  }

  const apart = (proofs, a, b) => at(at(proofs.pairs, a.codec), b.codec);

  const added = ([a, b], [c, d]) => [a + c, b + d];
  const isLess = ([a, b], [c, d]) => a < c || (a === c && b < d);

  // The cheapest that read each other: as in Python, see there for how.
  function combination(candidates, proofs, needs, cost) {
    const [ofNs] = weights(cost);
    const price = ({ time, bytes }) => {
      const [spent] = priced(cost, time, bytes);
      if (!isGeometric(cost)) return [spent, time[0]];
      return [ofNs ? Math.log(spent) : spent, Math.log(time[0])];
    };
    const byPrice = ([a], [b]) => a[0] - b[0] || a[1] - b[1];
    const of = needs.languages
      .map((language) => candidates.filter((one) => one.language === language))
      .filter((list) => list.length)
      .map((list) => list.map((one) => [price(one), one]).sort(byPrice));
    const least = [[0, 0]];
    for (const list of of.toReversed()) least.unshift(added(list[0][0], least[0]));
    let [best, ofBest] = [null, [Infinity, Infinity]];
    const extend = (chosen, spent) => {
      if (chosen.length === of.length) {
        [best, ofBest] = [chosen, spent];
        return;
      }
      for (const [more, one] of of[chosen.length]) {
        const soFar = added(spent, more);
        if (!isLess(added(soFar, least[chosen.length + 1]), ofBest)) break;
        const longer = [...chosen, one];
        if (!longer.some((a) => apart(proofs, a, one) || apart(proofs, one, a)))
          extend(longer, soFar);
      }
    };
    extend([], [0, 0]);
    if (best) return [best, ""];
    const cheapest = of.map(([[, one]]) => one);
    const bad = cheapest
      .flatMap((a) => cheapest.map((b) => [a, b]))
      .find(([a, b]) => apart(proofs, a, b));
    return [
      null,
      bad ? `${bad[0].codec} is not read by ${bad[1].codec}: ${apart(proofs, ...bad)}` : "",
    ];
  }

  function isCheaper(one, other) {
    if (one.fits !== other.fits) return one.fits;
    const exact = [one, other].every(({ cost }) => cost[1] === cost[2]);
    return (
      difference(other.cost, one.cost)[1] > 0 &&
      other.cost[0] > one.cost[0] * (1 + (exact ? 0 : bounds.smallest))
    );
  }

  // As serbench.stats.ties in Python: see there for why.
  const isUncertain = ([middle, low, high]) => high - low > 2 * bounds.uncertain * middle;

  function areAlike(one, other) {
    if (isUncertain(one) || isUncertain(other)) return false;
    const [low, high] = [one[0], other[0]].sort((a, b) => a - b);
    return high <= low * bounds.alike;
  }

  const areTied = (one, other) =>
    !isCheaper(one, other) && !isCheaper(other, one) && areAlike(one.cost, other.cost);

  // Of the offers that none was shown cheaper than those called the cheapest, and the others.
  function cheapest(offers) {
    const first = offers.filter((offer) => offer.rank_low === 1);
    const ordered = [...first].sort((a, b) => a.cost[0] - b.cost[0]);
    const certain = ordered.filter((offer) => !isUncertain(offer.cost));
    const isDecided = certain.length && certain[0].cost[0] <= ordered[0].cost[0] * bounds.alike;
    const called = isDecided ? certain.filter((it) => areAlike(certain[0].cost, it.cost)) : [];
    return [called, first.filter((offer) => !called.includes(offer))];
  }

  const order = (a, b) =>
    b.fits - a.fits || a.cost[0] - b.cost[0] || a.time[0] - b.time[0] || byName(a.format, b.format);

  function givenUp(offer, offers, proofs) {
    const said = [];
    if (!offer.fits) said.push("the link does not carry it");
    const smallest = offers.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    if (offer.bytes > 1.005 * smallest.bytes) {
      said.push(
        `${(100 * (offer.bytes / smallest.bytes - 1)).toFixed(0)} % more bytes than ${smallest.format}`,
      );
    }
    const is = (offer, nature) => offer.chosen.every((one) => one.traits.includes(nature));
    for (const [nature, lacking] of Object.entries(NATURES)) {
      if (!is(offer, nature) && offers.some((other) => is(other, nature))) said.push(lacking);
    }
    const names = (keep) =>
      offer.chosen
        .filter(keep)
        .map((one) => one.codec)
        .join(", ");
    const trusting = names((one) => one.traits.includes("unchecked"));
    if (trusting) said.push(`${trusting}: corrupted bytes are undefined behaviour`);
    const lenient = names(
      (one) => at(proofs.facts, one.codec) && !at(proofs.facts, one.codec).includes("checks-utf8"),
    );
    if (lenient) said.push(`text that is not UTF-8 is accepted: ${lenient}`);
    const failed = offer.chosen.filter((one) => at(proofs.grown, one.codec));
    if (failed.length) {
      said.push(
        `a schema that grows: ${failed.map((one) => `${one.codec}: ${proofs.grown[one.codec]}`).join("; ")}`,
      );
    }
    return said;
  }

  function unshown(offer, proofs) {
    const said = [];
    const pairs = offer.chosen.flatMap((a, i) => offer.chosen.slice(i + 1).map((b) => [a, b]));
    const unread = pairs.filter(
      ([a, b]) => apart(proofs, a, b) === undefined || apart(proofs, b, a) === undefined,
    );
    // Nobody is named where it is several, and all.
    const say = (what, whose, all) => {
      if (whose.length > 1 && whose.length === all) said.push(what);
      else if (whose.length) said.push(`${what}: ${whose.join(", ")}`);
    };
    const without = (found) =>
      offer.chosen.map((one) => one.codec).filter((codec) => at(found, codec) === undefined);
    const named = unread.map(([a, b]) => `${a.codec} and ${b.codec}`);
    say("that they read each other", named, pairs.length);
    say("what becomes of it as the schema grows", without(proofs.grown), offer.chosen.length);
    say("what hostile bytes do to it", without(proofs.survived), offer.chosen.length);
    return said;
  }

  function offered(chosen, fastest, needs, cost, lost) {
    const [{ format, compression }] = chosen;
    const time = meanTime(
      cost,
      chosen.map((one) => one.time),
    );
    const bytes = sum(chosen.map((one) => one.bytes)) / chosen.length;
    const gaps = {};
    for (const language of needs.languages.filter(
      (name) => !chosen.some((one) => one.language === name),
    )) {
      const why = lost.filter((one) => one.format === format && one.language === language);
      gaps[language] =
        why.map((one) => `${one.codec}: ${one.why}`).join("; ") || "no library was measured";
    }
    const libraries = chosen.map((one) => ({
      language: one.language,
      codec: one.codec,
      time: one.time,
      bytes: one.bytes,
      ratio: ratio(one.time, fastest[one.language].time),
      fastest: fastest[one.language].codec,
      released: one.released,
      is_old: one.is_old,
    }));
    const fits = !(cost.rate && cost.bits_per_s) || cost.rate * bytes * 8 <= cost.bits_per_s;
    return {
      format,
      compression,
      chosen,
      libraries,
      gaps,
      time,
      ratio: geometricMean(libraries.map((library) => library.ratio))[0],
      bytes,
      cost: meanOf(cost, chosen),
      fits,
    };
  }

  function choose({ candidates, lost: before, proofs }, needs, cost) {
    const wanted = (one) => needs.languages.includes(one.language);
    const lost = new Map(before.filter(wanted).map((one) => [one.codec, one]));
    const fit = [];
    const whole = ({ time: [middle, low, high], ...others }) => ({
      ...others,
      time: [middle, low ?? 0, high ?? Infinity],
    });
    for (const one of candidates
      .map(whole)
      .filter((candidate) => wanted(candidate) && !candidate.traits.includes("hand-written"))) {
      const why = whyNot(one, proofs, needs);
      if (why)
        lost.set(one.codec, { codec: one.codec, language: one.language, format: one.format, why });
      else fit.push(one);
    }
    const fastest = {};
    for (const one of fit) {
      const best = fastest[one.language];
      const [worse, better] = [one, best ?? one].map(({ time }) => isUncertain(time));
      if (!best || (worse === better ? one.time[0] < best.time[0] : better))
        fastest[one.language] = one;
    }
    const kinds = new Map();
    for (const one of fit) {
      const key = JSON.stringify([one.format, one.compression]);
      kinds.set(key, [...(kinds.get(key) ?? []), one]);
    }
    const found = new Map();
    const unread = new Map();
    for (const kind of kinds.values()) {
      const [chosen, why] = combination(kind, proofs, needs, cost);
      if (!chosen) {
        unread.set(kind[0].format, why);
        continue;
      }
      const offer = offered(chosen, fastest, needs, cost, [...lost.values()]);
      const best = found.get(offer.format);
      if (!best || offer.cost[0] < best.cost[0]) found.set(offer.format, offer);
    }
    for (const format of found.keys()) unread.delete(format);
    const all = [...found.values()].sort(order);
    const isWhole = (offer) => !Object.keys(offer.gaps).length;
    const said = (offers) =>
      offers.map((offer) => ({
        ...offer,
        gives_up: givenUp(offer, offers, proofs),
        unshown: unshown(offer, proofs),
      }));
    const offers = said(all.filter(isWhole));
    for (const offer of offers) {
      const others = offers.filter((other) => other !== offer);
      offer.rank_low = 1 + others.filter((other) => isCheaper(other, offer)).length;
      offer.rank_high = offers.length - others.filter((other) => isCheaper(offer, other)).length;
      offer.is_tied = others.some((other) => areTied(offer, other));
    }
    return {
      offers,
      gapped: said(all.filter((offer) => !isWhole(offer))),
      lost: [...lost.values()].sort((a, b) => byName(a.codec, b.codec)),
      apart: Object.fromEntries(unread),
    };
  }

  Object.assign(serbench, {
    choose,
    choosing: { areTied, cheapest, difference, isCheaper, isGeometric, isUncertain, meanOf, ratio },
  });
})();
