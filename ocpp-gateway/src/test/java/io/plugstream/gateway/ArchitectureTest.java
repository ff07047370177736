package io.plugstream.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.plugstream.architecture.ArchitectureRules;
import java.util.List;

@AnalyzeClasses(packages = "io.plugstream.gateway", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** The packages of single OCPP versions. */
    private static final List<String> VERSIONS =
            List.of("io.plugstream.gateway.ocpp16..", "io.plugstream.gateway.ocpp2..");

    @ArchTest
    static final ArchTests rules = ArchTests.in(ArchitectureRules.class);

    /** Neither other versions nor shared code. */
    @ArchTest
    static void noOtherPackageDependsOnAnOcppVersion(JavaClasses classes) {
        for (String version : VERSIONS) {
            noClasses()
                    .that()
                    .resideOutsideOfPackage(version)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(version)
                    .check(classes);
        }
    }
}
