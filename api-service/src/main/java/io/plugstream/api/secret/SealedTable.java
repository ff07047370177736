package io.plugstream.api.secret;

import io.plugstream.base.secret.SecretOwner;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A table with sealed secrets, which are sealed again when the key changes. */
public interface SealedTable<K> {

    String name();

    /** The next {@code limit} rows with secrets, in a stable order of keys, after {@code after} or from the beginning. */
    Flux<Row<K>> page(@Nullable K after, int limit);

    /**
     * Replaces the secrets of {@code old} and queues their publication. Changes nothing if they have changed since they
     * were read: that change has already sealed them.
     */
    Mono<Void> replace(Row<K> old, List<String> secrets);

    /**
     * A row that has secrets.
     *
     * @param secrets as they are stored; at least one
     */
    record Row<K>(K key, SecretOwner owner, List<String> secrets) {

        @Override
        public String toString() {
            return "Row[" + key + ']';
        }
    }
}
