package io.plugstream.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One story of {@code stories-2.0.1.txt}: the steps of a test case of the Open Charge Alliance and the expected
 * results. The file describes the format.
 *
 * @param cases the cases that it proves
 * @param missing the part of the cases that it does not prove; empty if none
 */
record CaseStory(List<String> cases, String missing, List<String> steps, List<String> events) {

    private static final Path FILE = Path.of("src", "test", "resources", "stories-2.0.1.txt");

    @Override
    public String toString() {
        return String.join(", ", cases);
    }

    static List<CaseStory> all() throws IOException {
        List<CaseStory> stories = new ArrayList<>();
        for (String line : Files.readAllLines(FILE)) {
            if (line.startsWith("TC_")) {
                String[] head = line.split(" without ", 2);
                stories.add(new CaseStory(
                        List.of(head[0].split(" ", -1)),
                        head.length > 1 ? head[1] : "",
                        new ArrayList<>(),
                        new ArrayList<>()));
            } else if (line.startsWith("  = ")) {
                stories.getLast().events().add(line.substring(4));
            } else if (line.startsWith("  ")) {
                stories.getLast().steps().add(line.strip());
            }
        }
        return stories;
    }
}
