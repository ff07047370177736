package io.plugstream.gateway.connection;

import io.plugstream.gateway.protocol.Protocol;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The versions of OCPP that are spoken here. */
@Component
final class Protocols {

    private final Map<String, Protocol> byName;

    Protocols(List<Protocol> protocols) {
        this.byName = protocols.stream().collect(Collectors.toUnmodifiableMap(Protocol::name, Function.identity()));
    }

    /** The names of their sub-protocols. */
    String[] names() {
        return byName.keySet().toArray(String[]::new);
    }

    /** The one that charger and gateway agreed on, if they did. */
    Optional<Protocol> named(@Nullable String subProtocol) {
        return Optional.ofNullable(subProtocol).map(byName::get);
    }
}
