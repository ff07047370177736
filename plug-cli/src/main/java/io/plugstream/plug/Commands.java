package io.plugstream.plug;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes what the command line needs, with the environment of whoever runs it. */
record Commands(Map<String, String> environment) implements IFactory {

    @Override
    public <K> K create(Class<K> kind) throws Exception {
        return kind == Access.class
                ? kind.cast(new Access(environment))
                : CommandLine.defaultFactory().create(kind);
    }
}
