package io.plugstream.api.portal;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The static imports between the portal's modules. */
final class ModuleGraph {

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
    private static final Pattern IMPORT =
            Pattern.compile("(?:^|[;}\\s])(?:import|export)\\s*(?:[\\w*{}\\s,$]*?from)?\\s*[\"']([^\"']+)[\"']");

    private final Function<String, String> source;
    private final Map<String, String> libraries;
    private final Map<String, List<String>> imports = new HashMap<>();

    /**
     * @param source the text of a module
     * @param libraries the module of each bare specifier, or its folder if both end with a slash
     */
    ModuleGraph(Function<String, String> source, Map<String, String> libraries) {
        this.source = source;
        this.libraries = libraries;
    }

    /** The modules and all that they import, directly or indirectly; those of few steps first. */
    Set<String> reachable(List<String> modules) {
        Set<String> reached = new LinkedHashSet<>(modules);
        Deque<String> next = new ArrayDeque<>(modules);
        while (!next.isEmpty()) {
            for (String imported : imports.computeIfAbsent(next.removeFirst(), this::read)) {
                if (reached.add(imported)) {
                    next.add(imported);
                }
            }
        }
        return reached;
    }

    private List<String> read(String module) {
        List<String> read = new ArrayList<>();
        Matcher specifiers =
                IMPORT.matcher(COMMENT.matcher(source.apply(module)).replaceAll(""));
        while (specifiers.find()) {
            String specifier = specifiers.group(1);
            read.add(
                    specifier.startsWith(".")
                            ? URI.create(module).resolve(specifier).toString()
                            : library(specifier));
        }
        return read;
    }

    private String library(String specifier) {
        String module = libraries.get(specifier);
        if (module != null) {
            return module;
        }
        String folder = specifier.substring(0, specifier.indexOf('/') + 1);
        String place = libraries.get(folder);
        if (place == null) {
            throw new IllegalStateException(specifier + " is in no import map");
        }
        return place + specifier.substring(folder.length());
    }
}
