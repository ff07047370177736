package io.plugstream.plug;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a script that lets a shell complete commands and options. */
@Command(
        name = "completion",
        sortOptions = false,
        description = "Prints a script for bash and zsh that completes commands and options at the Tab key.",
        footerHeading = "%nExamples:%n",
        footer = {"  source <(plug completion)", "  plug completion > ~/.local/share/bash-completion/completions/plug"})
final class CompletionCommand implements Callable<Integer> {

    @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
    boolean help;

    @Spec
    CommandSpec specification = CommandSpec.create();

    @Override
    public Integer call() {
        var root = specification.root().commandLine();
        var out = root.getOut();
        out.print(AutoComplete.bash(root.getCommandName(), root));
        out.flush();
        return 0;
    }
}
