package io.plugstream.simulator.charger;

import java.util.HashMap;
import java.util.Map;

/**
 * The local authorisation list (OCPP 1.6, 3.5.2).
 *
 * @param version 0 if there is no list
 * @param tags idTags, and whether each may charge
 */
record LocalList(int version, Map<String, Boolean> tags) {

    static final int MOST = 200;
    static final LocalList EMPTY = new LocalList(0, Map.of());

    LocalList {
        tags = Map.copyOf(tags);
    }

    /** The list after {@code update}; a tag without a status is removed. */
    LocalList with(Request.SendLocalList update) {
        var changed = new HashMap<>(update.full() ? Map.of() : tags);
        update.entries().forEach(entry -> {
            if (entry.accepted() == null) {
                changed.remove(entry.idTag());
            } else {
                changed.put(entry.idTag(), entry.accepted());
            }
        });
        return new LocalList(update.version(), changed);
    }
}
