// The accessibility statement.

import { clinic } from '#clinic/current-clinic.ts'
import type { LegalText } from '#clinic/schema.ts'
import { hasFilm, hasStreetMap } from '#clinic/shown-parts.ts'

const { email, name, phone } = clinic

/** Says only what the tests of this project check. Change it together with them. */
export const accessibilityStatement: LegalText = {
  title: 'Accessibility Statement',
  description: `How accessible the website of ${name} is, how it was tested, what is still difficult, and whom to tell.`,
  chapters: [
    {
      id: 'our-aim',
      title: 'Our aim',
      blocks: [
        `This statement is about the website of ${name}. Everyone should be able to read it, ask for an appointment, buy a gift voucher and order a product.`,
        'We aim for level AA of the [Web Content Accessibility Guidelines 2.2](https://www.w3.org/TR/WCAG22/). You can:',
        {
          list: [
            'use everything with a keyboard and always see where you are',
            'enlarge pages to 400%, or read them on a screen 320 pixels wide, without scrolling sideways',
            'use the light or dark colours that your device asks for',
            ...(hasFilm
              ? [
                  'stop the film on the home page; it does not start if your device asks for less motion or less data',
                ]
              : []),
            'read every page without JavaScript, and print it',
            'correct a form without typing it all again, with each message shown beside the box it is about',
          ],
        },
      ],
    },
    {
      id: 'how-we-test',
      title: 'How we test',
      blocks: [
        'We test regularly:',
        {
          list: [
            'one page of every kind, with axe, a tool that finds some of the ways in which a page can fall short of the guidelines. We use it at the width of a phone in light colours and of a desktop in dark colours, and in both on every step of buying on a narrow screen. It finds no problems',
            'buying a voucher and ordering a product with the keyboard alone',
            'every page at a width of 320 pixels, and pages without JavaScript and with reduced motion',
          ],
        },
        'Automated tools find only some problems. Nobody outside our team has assessed this website, and it has not been tried by people who use a screen reader every day. That is why we say that we aim for level AA, and not that we have reached it everywhere.',
      ],
    },
    {
      id: 'known-limits',
      title: 'What is still difficult',
      blocks: [
        {
          list: [
            'Forms, the shop and gift vouchers need JavaScript. Without it, or if something does not work for you, you can do everything by telephone or email.',
            `The card form comes from Stripe,${hasStreetMap ? ' the street map from OpenStreetMap,' : ''} and online booking, where we offer it, from our booking provider. We cannot change these parts.${hasStreetMap ? ' Our address is written beside the map, and we' : ' We'} take bookings and voucher orders by telephone.`,
            'A bank may ask you to confirm a payment on a page or in an app of its own.',
            'Photographs in the shop are described only by the name of the product. The text beside them tells you the rest.',
          ],
        },
      ],
    },
    {
      id: 'report-a-problem',
      title: 'Report a problem',
      blocks: [
        `If something is difficult to use, or you would like a text in another form, such as large print or read aloud, please ring ${phone.display} or write to [${email}](mailto:${email}). Please tell us which page it was and what happened. We will reply and tell you what we will do about it.`,
        'Please also tell us before a visit what would make it easier for you, such as help at the door, a different seat, more time, or bringing somebody with you.',
        'If you are not happy with our reply, the [Equality Advisory and Support Service](https://www.equalityadvisoryservice.com/) advises people in England, Scotland and Wales on their rights under the Equality Act 2010.',
      ],
    },
  ],
}
