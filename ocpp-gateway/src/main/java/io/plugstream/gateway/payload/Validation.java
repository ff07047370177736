package io.plugstream.gateway.payload;

import java.util.Set;
import java.util.function.Function;

/**
 * The verdict on a payload.
 *
 * @param <R> what it is read into
 */
public sealed interface Validation<R> {

    /** The same verdict on something else that is made of the request. */
    <S> Validation<S> map(Function<? super R, S> change);

    /**
     * It holds this request.
     *
     * @param deviations the rules that it breaks, which are not held against it
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

    /** It breaks the schema. */
    record Invalid<R>(Violation violation) implements Validation<R> {

        @Override
        public <S> Validation<S> map(Function<? super R, S> change) {
            return new Invalid<>(violation);
        }
    }
}
