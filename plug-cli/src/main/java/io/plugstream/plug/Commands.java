package io.plugstream.plug;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Creates the command line's objects, with the user's environment variables. */
record Commands(Map<String, String> environment) implements IFactory {

    @Override
    public <K> K create(Class<K> kind) throws Exception {
        return kind == Access.class
                ? kind.cast(new Access(environment))
                : CommandLine.defaultFactory().create(kind);
    }
}
