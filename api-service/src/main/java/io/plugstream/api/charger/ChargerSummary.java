package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** How many chargers an organisation has in a mode: {@code total} is {@code online} and {@code offline} together. */
@JsonPropertyOrder({"total", "online", "offline"})
record ChargerSummary(long total, long online, long offline) {}
