package io.plugstream.api;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The packages below a root, and the packages that each of them uses. */
record PackageGraph(SortedMap<String, SortedSet<String>> uses) {

    static PackageGraph of(JavaClasses classes, String root) {
        SortedMap<String, SortedSet<String>> uses = new TreeMap<>();
        for (JavaClass type : classes) {
            if (isBelow(type, root)) {
                uses.computeIfAbsent(name(type, root), _ -> new TreeSet<>()).addAll(usedBy(type, root));
            }
        }
        return new PackageGraph(uses);
    }

    private static Collection<String> usedBy(JavaClass type, String root) {
        Set<String> used = new HashSet<>();
        type.getDirectDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(target -> isBelow(target, root))
                .forEach(target -> used.add(name(target, root)));
        used.remove(name(type, root));
        return used;
    }

    private static boolean isBelow(JavaClass type, String root) {
        return type.getPackageName().startsWith(root + ".");
    }

    private static String name(JavaClass type, String root) {
        return type.getPackageName().substring(root.length() + 1);
    }

    /** The graph as a Mermaid flow chart, without arrows that other arrows imply. */
    String mermaid() {
        StringBuilder text = new StringBuilder("```mermaid\nflowchart TD\n");
        for (Map.Entry<String, SortedSet<String>> entry : uses.entrySet()) {
            String user = entry.getKey();
            text.append("    %s[%s]".formatted(id(user), user)).append('\n');
            entry.getValue().stream()
                    .filter(used -> !isReachable(user, used))
                    .forEach(used -> text.append("    %s --> %s".formatted(id(user), id(used)))
                            .append('\n'));
        }
        return text.append("```\n").toString();
    }

    private static String id(String name) {
        return name.replace('.', '_');
    }

    /** Whether {@code used} can be reached from {@code user} through another package. */
    private boolean isReachable(String user, String used) {
        return direct(user).stream()
                .filter(between -> !between.equals(used))
                .anyMatch(between -> reached(between, new HashSet<>()).contains(used));
    }

    private Set<String> direct(String user) {
        return Objects.requireNonNull(uses.get(user));
    }

    private Set<String> reached(String from, Set<String> known) {
        for (String used : direct(from)) {
            if (known.add(used)) {
                reached(used, known);
            }
        }
        return known;
    }
}
