package io.plugstream.api.charger;

import io.plugstream.api.http.ListQuery;
import io.plugstream.model.charger.ChargerId;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.util.MultiValueMap;

/**
 * Which chargers to list. A filter that is not wanted is empty.
 *
 * @param after the id after which the page begins; empty for the first page
 * @param search a part of the id or the name, in any case
 * @param status {@code online} or {@code offline}
 */
record ChargerQuery(int limit, String after, String search, String status) {

    /** The name of the list in cursors. */
    static final String LIST = "chargers";

    private static final Set<String> STATUSES = Set.of("online", "offline");

    /** Reads query parameters; throws a problem with every fault. */
    static ChargerQuery of(MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        ChargerQuery result = new ChargerQuery(
                query.limit(),
                query.after(LIST, ChargerId::isChargeBoxId),
                query.search(),
                Objects.requireNonNullElse(
                        query.read(
                                "status",
                                status -> Optional.of(status).filter(STATUSES::contains),
                                "must be one of online, offline"),
                        ""));
        query.check();
        return result;
    }
}
