-- The clock when this life of the name began. Fences towards the world outside count on from it, so that those of a later life are higher.
alter table resource add column born bigint not null default 0;
