/** What people write in the demo. */

export const GIFT_MESSAGES = [
  'Happy birthday, Mum. An hour of peace, no dishes, no phone.',
  'For all the school runs. You deserve a long lie down.',
  'Congratulations on the new job! Breathe out first.',
  'Thank you from all of us on the Wirral side.',
  'Thank you for looking after the cat, and the plants, and me.',
  'Get well soon. Take your time.',
  'You ran the whole ten miles! Now let somebody look after those legs.',
  'Happy retirement, Grandad.\nThirty-eight years on the ferries is enough.',
  'A little something for the end of exams.',
  'With love on our anniversary. I will mind the children.',
  'For the best neighbour in Liverpool.',
  'Sorry I missed your party. Use this instead of cake.',
]

export const CONTACT_MESSAGES = [
  {
    subject: 'Parking near the clinic',
    message: 'Hello, is there anywhere to park close by on a weekday evening? My mother walks with a stick.',
  },
  {
    subject: 'Is there a lift?',
    message: 'I use a wheelchair. Could you tell me about the entrance and the rooms before I book?',
  },
  {
    subject: 'A gift voucher for two',
    message: 'Can two people use one voucher on the same day? It would be for my sisters, who are twins.',
  },
  {
    subject: 'Moving my appointment',
    message: 'I am down for Thursday but my shift has changed. Is there anything on Friday morning?',
  },
  {
    subject: 'Receipt for my insurer',
    message: 'My insurer asks for a receipt with your registration on it. Could you send me one, please?',
  },
  {
    subject: 'Nervous about needles',
    message:
      'I would love to try acupuncture, but I am quite nervous.\n\nIs it possible to come in and just have a talk first?',
  },
  {
    subject: 'A talk for our walking group',
    message:
      'We are fourteen people who walk along the prom on Sundays. Would you come and tell us about posture?',
  },
  { subject: 'Lost scarf', message: 'I think I left a green scarf in the waiting room on Tuesday.' },
  {
    subject: 'Do you open on bank holidays?',
    message: 'I am only back in Liverpool for the long weekend. Are you open on the Monday?',
  },
  {
    subject: 'Voucher has not arrived',
    message:
      'My friend says that she sent me a voucher yesterday. I cannot find it in my spam folder either.',
  },
  {
    subject: 'Thank you',
    message:
      'I just wanted to say that I slept through for the first time in weeks. Thank you for your time.',
  },
  { subject: 'Student price', message: 'Is there a reduced price for students at all?' },
]

export const APPOINTMENT_REASONS = [
  'Tight shoulders from a lot of desk work.',
  'I would like to try it for the first time. Evenings suit me best.',
  'My knees complain after the half marathon.',
  'Trouble sleeping since I started night shifts.',
  'I have a gift voucher from my daughter.',
  'Stiff neck, mostly on the left side. I have seen my GP about it.',
  'Stress before the wedding season. I am a baker.',
  'A follow-up, please. The last one did me good.',
  undefined,
  'I am new in Liverpool, and a colleague told me about you.',
]

export const PRODUCT_QUESTIONS = [
  'Will there be more of these soon?',
  'Can I collect it on a Saturday?',
  'Is it suitable for somebody with small hands?',
  'Could you keep one for me until Friday?',
  'Do you gift-wrap? It is for my aunt.',
  'We would like several for our staff room. Is there a price for five?',
]

export const NOTES = [
  'Called back, left a message.',
  'Prefers mornings.',
  'Brings their own towel. Allergic to lavender.',
  'Wants a reminder the day before.',
  'Knows us from the market stall.',
  'Ask about the knee next time.',
]
