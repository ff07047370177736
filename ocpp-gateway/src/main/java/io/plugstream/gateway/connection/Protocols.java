package io.plugstream.gateway.connection;

import io.plugstream.gateway.protocol.Protocol;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The OCPP versions that this gateway supports. */
@Component
final class Protocols {

    private final Map<String, Protocol> byName;

    Protocols(List<Protocol> protocols) {
        this.byName = protocols.stream().collect(Collectors.toUnmodifiableMap(Protocol::name, Function.identity()));
    }

    String[] names() {
        return byName.keySet().toArray(String[]::new);
    }

    /** The version with this negotiated sub-protocol, in any case, if there is one. */
    Optional<Protocol> named(@Nullable String subProtocol) {
        return Optional.ofNullable(subProtocol)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .map(byName::get);
    }
}
