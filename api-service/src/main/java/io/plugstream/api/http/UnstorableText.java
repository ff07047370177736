package io.plugstream.api.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Text that neither the database nor the topics can store: U+0000, and unpaired surrogates, which no encoding can
 * represent. It is refused anywhere in a body, before the body is interpreted.
 */
final class UnstorableText {

    private static final String MESSAGE = "must not contain U+0000 or half a surrogate pair";

    /** Further faults are not listed, because field names may be long. */
    private static final int MOST = 20;

    private final List<Fault> faults = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();

    private UnstorableText() {}

    /** A fault, with its path, for each such text and field name below {@code object}. */
    static List<Fault> faults(JsonNode object) {
        UnstorableText found = new UnstorableText();
        found.look(object);
        return found.faults;
    }

    private void look(JsonNode node) {
        if (node.isString()) {
            judge(node.stringValue());
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                path.addLast("[" + i + ']');
                look(node.get(i));
                path.removeLast();
            }
        } else if (node.isObject()) {
            node.propertyStream().forEach(field -> {
                path.addLast(path.isEmpty() ? field.getKey() : '.' + field.getKey());
                if (judge(field.getKey())) {
                    look(field.getValue());
                }
                path.removeLast();
            });
        }
    }

    /** Whether {@code text} can be stored; adds a fault if not. */
    private boolean judge(String text) {
        boolean storable = text.codePoints()
                .noneMatch(character -> character == 0 || Character.getType(character) == Character.SURROGATE);
        if (!storable && faults.size() < MOST) {
            faults.add(new Fault(String.join("", path), MESSAGE));
        }
        return storable;
    }
}
