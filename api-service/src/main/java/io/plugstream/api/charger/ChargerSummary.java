package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** How many chargers an organisation has in a mode; {@code total} is the sum of {@code online} and {@code offline}. */
@JsonPropertyOrder({"total", "online", "offline"})
record ChargerSummary(long total, long online, long offline) {}
