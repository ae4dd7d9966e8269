"""Learn by playing: the panel of a lesson in Discord, from the button below the rules to the end."""

from tests.cogs.world import World


async def test_a_wrong_die_gets_a_reason_and_the_right_one_leads_on(world: World) -> None:
    ann = world.person("Ann")
    rules = await ann.command("pistard rules")
    lesson = await ann.press(rules, "Learn by playing")
    assert "1 of 9" in lesson.panel.content
    assert "6 → row 12" in world.labels(lesson.panel)
    lesson = await ann.press(lesson, "6 → row 12")
    print(lesson.panel.content)
    lesson = await ann.press(lesson, "3 → row 9")
    print(lesson.panel.content, world.labels(lesson.panel))
