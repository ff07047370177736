package io.plugstream.local.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.Collectors;

/** The script with which a run or a person starts a service: same command line, environment and pid file. */
final class StartScript {
    private StartScript() {}

    static void write(ServiceDefinition service, ServiceFiles files) throws IOException {
        PrivateFiles.writeScript(files.startScript(), content(service, files));
    }

    private static String content(ServiceDefinition service, ServiceFiles files) {
        var image = ServiceImage.beside(service.jar());
        return """
                #!/bin/sh
                # Starts %1$s as ./run starts it, in the foreground. Its output goes to %2$s
                # Written at each start of ./run; holds the database password.
                set -eu
                if running=$(cat %3$s 2>/dev/null) && tr '\\0' '\\n' 2>/dev/null <"/proc/$running/cmdline" | grep -qxF -- %4$s; then
                  echo "%1$s is running already (process $running)" >&2
                  exit 1
                fi
                if [ ! -f %6$s ]; then
                  echo "There is no "%6$s". If the project's version has changed, stop ./run and start it again." >&2
                  exit 1
                fi
                %5$s
                # The image starts faster, but may be outdated or missing.
                set -- -jar %6$s
                if [ "$(stat -c '%12$s' %6$s)" = "$(head -n 1 %7$s 2>/dev/null)" ] ||
                  tail -n 1 %7$s 2>/dev/null | sha256sum --check --status 2>/dev/null; then
                  set -- %8$s -jar %9$s
                fi
                echo $$ >%3$s
                [ ! -t 1 ] || echo "%1$s is process $$; its output goes to %2$s"
                exec %10$s "$@" >>%11$s 2>&1
                """.formatted(
                        service.name(),
                        files.log(),
                        quoted(files.pid().toString()),
                        quoted(files.mark()),
                        exports(service.environment()),
                        quoted(service.jar().toString()),
                        quoted(image.origin().toString()),
                        image.options().stream().map(StartScript::quoted).collect(Collectors.joining(" ")),
                        quoted(image.jar().toString()),
                        command(service, files),
                        quoted(files.log().toString()),
                        JarOrigin.STAT);
    }

    private static String exports(Map<String, String> environment) {
        return environment.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(variable -> "export " + variable.getKey() + "=" + quoted(variable.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static String command(ServiceDefinition service, ServiceFiles files) {
        var words = new ArrayList<String>();
        words.add(JavaCommand.java());
        words.addAll(service.jvmOptions());
        words.add(files.mark());
        return words.stream().map(StartScript::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
