package io.plugstream.model.organisation;

import io.plugstream.model.json.WireName;

/** Live or sandbox resources. The two are strictly separate. */
public enum Mode implements WireName {
    LIVE,
    TEST
}
