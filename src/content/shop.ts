// The texts of the shop page, except the products. Plain data without imports.

export const shop = {
  title: 'Things we use, and would lend to a friend.',
  intro:
    'A small selection of tools to use at home. Order here, then collect at the clinic or have it brought to you in Liverpool.',
  byPhone: {
    title: 'Order by phone',
    text: 'Ring us and we’ll tell you what is in stock, what it costs and how to use it. We’ll set it aside for you, and you pay when you collect it.',
  },
  counter: {
    title: 'Over the counter',
    text: 'Everything in the shop can be bought at the clinic in Liverpool. We keep orders for pickup, or deliver them locally.',
  },
}
