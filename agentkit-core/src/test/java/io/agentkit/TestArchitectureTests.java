package io.agentkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.agentkit", importOptions = ImportOption.OnlyIncludeTests.class)
class TestArchitectureTests {

    @ArchTest
    static final ArchRule clocks_are_read_in_one_place =
            ClockRules.onlyTimeReadsClocks().because("a test that waits is slow, and fails on a busy machine");

    @ArchTest
    static final ArchRule the_test_kit_is_public_and_null_marked = classes()
            .that()
            .resideInAPackage("io.agentkit.test")
            .and()
            .areTopLevelClasses()
            .and()
            .haveSimpleNameNotEndingWith("Contract")
            .and()
            .areNotInterfaces()
            .should()
            .bePublic()
            .because("applications test their own middlewares with it");
}
