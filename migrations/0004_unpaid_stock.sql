-- A product whose whole stock was reserved twice and not paid for is shared between buyers: each start of a purchase adds up
-- the product's reservations of the last day. Blocks purchases of products for about a second at 1,000,000 reservations.

create index stock_reservation_ended on stock_reservation (product_id, settled_at) where settled_at is not null;
