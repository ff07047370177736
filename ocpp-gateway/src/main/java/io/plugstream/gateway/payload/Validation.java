package io.plugstream.gateway.payload;

import java.util.Set;
import java.util.function.Function;

/**
 * The result of validating a payload.
 *
 * @param <R> the type that the payload is read into
 */
public sealed interface Validation<R> {

    /** The same result with a converted request. */
    <S> Validation<S> map(Function<? super R, S> change);

    /**
     * The payload is valid.
     *
     * @param deviations the rules that it violates, which is tolerated
     */
    record Valid<R>(R request, Set<Deviation> deviations) implements Validation<R> {

        public Valid {
            deviations = Set.copyOf(deviations);
        }

        @Override
        public <S> Validation<S> map(Function<? super R, S> change) {
            return new Valid<>(change.apply(request), deviations);
        }
    }

    /** The payload violates the schema. */
    record Invalid<R>(Violation violation) implements Validation<R> {

        @Override
        public <S> Validation<S> map(Function<? super R, S> change) {
            return new Invalid<>(violation);
        }
    }
}
