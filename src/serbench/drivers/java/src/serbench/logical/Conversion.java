package serbench.logical;

import java.util.function.Function;

/** What stands for values of a logical type where a library does not take them, and how. */
public record Conversion<P, W>(
    Class<P> plain, Class<W> wire, Function<P, W> put, Function<W, P> get) {}
