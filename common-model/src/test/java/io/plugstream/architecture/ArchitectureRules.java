package io.plugstream.architecture;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/** Rules for every module, applied with {@code @ArchTest ArchTests rules = ArchTests.in(ArchitectureRules.class)}. */
public final class ArchitectureRules {

    private static final List<String> SERVICES = List.of(
            "io.plugstream.api..", "io.plugstream.gateway..", "io.plugstream.quota..", "io.plugstream.webhook..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.plugstream.*.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesAreNamedByFeature = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..utils..", "..impl..", "..common..", "..service..", "..repository..");

    @ArchTest
    static final ArchRule theModelDoesNotDependOnSpring = noClasses()
            .that()
            .resideInAPackage("io.plugstream.model..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "reactor..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes().should(beInANullMarkedPackage());

    @ArchTest
    static final ArchRule dependenciesAreInjectedByConstructor = fields().should()
            .notBeAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
            .allowEmptyShould(true);

    /** Other resolvers use the machine's search domains, with which a webhook could reach a cluster's service. */
    @ArchTest
    static final ArchRule hostsAreResolvedAsAbsoluteNames = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.plugstream.base.address.AbsoluteNames")
            .should()
            .callConstructorWhere(targetOwner(resideInAPackage("io.netty.resolver.dns..")));

    @ArchTest
    static void servicesDoNotDependOnEachOther(com.tngtech.archunit.core.domain.JavaClasses classes) {
        for (String service : SERVICES) {
            String[] others =
                    SERVICES.stream().filter(other -> !other.equals(service)).toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(service)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .allowEmptyShould(true)
                    .check(classes);
        }
    }

    private ArchitectureRules() {}

    private static ArchCondition<JavaClass> beInANullMarkedPackage() {
        return new ArchCondition<>("be in a package that is @NullMarked") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            item, item.getPackageName() + " has no @NullMarked package-info"));
                }
            }
        };
    }
}
