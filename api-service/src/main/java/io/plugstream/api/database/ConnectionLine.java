package io.plugstream.api.database;

import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The line in which statements wait for their connections; part of the context of a request that has a caller.
 *
 * @param name the organisation's id, for example
 */
public record ConnectionLine(String name) {

    /** A context with this line. */
    public Context in(Context context) {
        return context.put(ConnectionLine.class, this);
    }

    /**
     * {@code context} with this line instead of its own, if it has one. For work that holds a turn of another kind: it
     * must not wait behind requests that need no such turn.
     */
    Context insteadIn(Context context) {
        return context.hasKey(ConnectionLine.class) ? in(context) : context;
    }

    /** A context with the line of {@code context}, if it has one, and nothing else. */
    static Context alone(ContextView context) {
        return context.hasKey(ConnectionLine.class)
                ? Context.of(ConnectionLine.class, context.get(ConnectionLine.class))
                : Context.empty();
    }
}
