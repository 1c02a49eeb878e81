-- Whether the link was emailed. A link that admin:create has printed must not replace an email.
-- Access exclusive lock until the migrations have ended; the change itself takes a few ms at any size.
alter table password_reset add column mailed boolean not null default true;
