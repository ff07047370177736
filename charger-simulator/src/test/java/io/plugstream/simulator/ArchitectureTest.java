package io.plugstream.simulator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.plugstream.architecture.ArchitectureRules;

@AnalyzeClasses(packages = "io.plugstream.simulator", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests rules = ArchTests.in(ArchitectureRules.class);

    /** Another OCPP version must need only a protocol, not a second simulator. */
    @ArchTest
    static final ArchRule chargersDoNotDependOnAProtocol = noClasses()
            .that()
            .resideInAnyPackage("..charger..", "..meter..", "..fleet..", "..protocol..", "..scenario..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..ocpp16..", "..ocpp2..");
}
