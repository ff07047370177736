package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No file is forgotten, and fields that Kubernetes does not know are errors. */
class KustomizationsTest {

    private static final Path ROOT = Path.of("kubernetes");

    static Stream<Path> folders() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.endsWith("kustomization.yaml")).map(Path::getParent).toList().stream();
        }
    }

    @Test
    void anUnknownFieldIsFound() throws IOException {
        String fault = Files.readString(ROOT.resolve("base/api-service.yaml"))
                .replaceFirst("secretKeyRef", "secretKeyReference");

        assertThatThrownBy(() -> StrictYaml.objects(fault)).hasMessageContaining("secretKeyReference");
    }

    @Test
    void anUnknownFieldOfACustomResourceIsFound() throws IOException {
        for (String file : List.of("kafka/kafka.yaml", "postgres/cluster.yaml", "monitoring/pod-monitor.yaml")) {
            String fault = Files.readString(ROOT.resolve("components").resolve(file))
                    .replaceFirst("\nspec:\n", "\nspec:\n  replikas: 3\n");

            assertThatThrownBy(() -> StrictYaml.objects(fault)).as(file).hasMessageContaining("replikas");
        }
    }

    @ParameterizedTest
    @MethodSource("folders")
    void everyFileIsPartOfItsKustomization(Path folder) throws IOException {
        String kustomization = Files.readString(folder.resolve("kustomization.yaml"));

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(kustomization + "kustomization.yaml")
                            .contains(file.getFileName().toString()));
        }
    }

    @Test
    void everyComponentIsInTheCompleteOverlay() throws IOException {
        String complete = Files.readString(ROOT.resolve("overlays/complete/kustomization.yaml"));

        try (Stream<Path> components = Files.list(ROOT.resolve("components"))) {
            assertThat(components)
                    .isNotEmpty()
                    .allSatisfy(component ->
                            assertThat(complete).contains("- ../../components/" + component.getFileName() + '\n'));
        }
    }
}
