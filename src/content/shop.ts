// The texts of the shop page, except the products. Plain data without imports.

export const shop = {
  title: 'Things we use, and would lend to a friend.',
  intro:
    'A small selection of tools to use at home. Order here, then collect from the clinic or have your order delivered in Liverpool.',
  byPhone: {
    title: 'Order by phone',
    text: 'Please ring us and we will tell you what is in stock, what it costs and how to use it. We will set it aside for you, and you pay when you collect it.',
  },
  counter: {
    title: 'Over the counter',
    text: 'You can buy everything in the shop at the clinic in Liverpool. We keep orders for pickup, or deliver them locally.',
  },
}
