package io.plugstream.api.charger;

/** How many chargers an organisation has in a mode; {@code total} is the sum of {@code online} and {@code offline}. */
record ChargerSummary(long total, long online, long offline) {}
