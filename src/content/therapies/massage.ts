// Massage: its texts, duration and first prices.

import type { Therapy } from '#clinic/schema.ts'

export const massage: Therapy = {
  id: 'massage',
  title: 'Massage',
  description: 'Therapeutic massage, with sports massage and cupping where they suit you.',
  fullDescription: [
    'Therapeutic massage works slowly along muscles that are held tight, with as much pressure as feels good and no more.',
    'We begin broadly, warm the muscles through, and stay longer where they are still tight. Where it suits you, we add sports massage or cupping. We ask first, and either can be left out.',
    'A massage may make everyday aches easier to live with. It is not the answer to pain that is new, severe or getting worse, so please see your GP about that first. It works alongside the care they give you, and does not replace it.',
  ],
  image: 'massage',
  color: 'warm',
  duration: '60–90 minutes',
  prices: [
    { minutes: 60, pounds: 65 },
    { minutes: 90, pounds: 90 },
  ],
  benefits: [
    'May ease tight shoulders, neck and back',
    'May help you to move more freely',
    'Supports rest and sleep',
    'Time when nobody asks anything of you',
  ],
  suitableFor: [
    'Tight neck and shoulders',
    'Everyday backache',
    'Stress',
    'Long hours at a desk or on your feet',
    'Before and after training',
    'People who would rather avoid needles',
  ],
  whatToExpect: [
    {
      title: 'A few questions',
      minutes: 5,
      text: 'We ask where you feel tight, what you would like, how firm it should be, and where you would rather not be touched.',
    },
    {
      title: 'Settling in',
      minutes: 5,
      text: 'We leave the room while you undress as far as you are comfortable with, and lie down under towels.',
    },
    {
      title: 'The massage',
      minutes: 30,
      text: 'We use warm hands and a little oil, and uncover one part of the body at a time. Please tell us if it should be softer or firmer.',
    },
    {
      title: 'Where it is needed',
      minutes: 15,
      text: 'We work longer on the muscles that are tight, and add sports massage or cupping if we have agreed on it.',
    },
    {
      title: 'Coming back',
      minutes: 5,
      text: 'You have a few quiet minutes and a glass of water, and we tell you what you can do yourself until the next time.',
    },
  ],
  beforeYouCome: {
    feels:
      'It feels warm and slow, and firmer where the muscle is tight. “It hurts in a good way” is as far as we go, so please say when it is too much.',
    wear: 'Anything easy to change out of. Underwear stays on, and you are covered with towels throughout. Do not eat a large meal just before.',
    afterwards:
      'Take it easy for the rest of the day and drink some water. You may be a little sore tomorrow, as after exercise.',
  },
  tellUs: [
    'are pregnant, or may be',
    'take blood thinners, or bruise easily',
    'have had a blood clot, or have a swollen, warm or painful leg',
    'have a heart condition or high blood pressure',
    'have had an operation, a fracture or an injury lately',
    'have brittle bones, or any numb areas',
    'have a skin condition, or are allergic to oils or nuts',
  ],
  notFor:
    'We will not massage you if you have a fever, and we avoid fresh injuries, broken or infected skin, and anywhere there may be a blood clot. If you take blood thinners or are pregnant, we work lightly and leave out cupping and deep pressure.',
  techniques: [
    {
      title: 'Sports Massage',
      description:
        'Firmer and more exact, for muscles that work hard: runners’ calves, swimmers’ shoulders, or the forearms of somebody who lifts all day. We press, stretch and move the joint through its range. Before an event it is short and brisk, and afterwards slower and lighter.',
      image: 'sports-massage',
      benefits: [
        'May ease stiffness after training',
        'May help you to move through your full range',
        'A good chance to notice a strain before it gets worse',
      ],
    },
    {
      title: 'Cupping',
      description:
        'Cups of glass or plastic are set on oiled skin and draw it up gently. They stay in one place for a few minutes, or glide along the muscle, and the skin is not broken. It feels like a firm pull that eases. Round marks are usual. They are bruises that do not hurt, and they fade within one to two weeks.',
      image: 'cupping',
      benefits: [
        'May ease a back that feels tight across its whole width',
        'Many people find it deeply relaxing',
        'A way to work on muscles without pressing on them',
      ],
    },
  ],
}
