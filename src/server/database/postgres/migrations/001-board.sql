insert into "meta" values
  -- This part of it changes only when the content is replaced.
  ('epoch', substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)),
  ('cookie-secret', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- The number of the last change, in one row: who takes the next number locks it until the commit,
-- so that numbers are in the order of the commits, and none is missing when a later one is seen.
create table "log-end" ("last" bigint not null);

insert into "log-end" values (0);

-- Every change to a thought. Triggers write it in the transaction of the change, so that no writer
-- can leave it out, not even one who writes by hand.
create table "changes" (
  "position" bigint not null primary key,
  "textID" text collate "C" not null
);

-- Ids that were deleted, with whom they belonged to, so that a late copy of an add stores nothing.
create table "tombstones" (
  "textID" text collate "C" not null primary key,
  "uID" text collate "C" not null,
  "deletedAt" bigint not null default extract(epoch from now()) * 1000
);

-- The timeline is part of the epoch: a standby that was promoted may lack the last changes, and gives
-- their numbers to others. The name of a log file begins with it, and any role may ask for that.
create view "log-head" as select
  (select "value" from "meta" where "key" = 'epoch')
    || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as "epoch",
  (select "last" from "log-end") as "last",
  (select min("position") from "changes") as "first";

-- All changes of a statement take their numbers together. Then it wakes the servers: what has changed
-- they read from the log, so that a notification that is lost loses nothing.
create function "log changes"() returns trigger language plpgsql as $$
declare
  added bigint := (select count(*) from "changed");
  number bigint;
begin
  if added = 0 then
    return null;
  end if;
  update "log-end" set "last" = "last" + added returning "last" into number;
  insert into "changes" select number - added + row_number() over (), "textID" from "changed";
  if tg_op = 'DELETE' then
    insert into "tombstones" ("textID", "uID") select "textID", "uID" from "changed"
      on conflict do nothing;
  end if;
  -- Readers that missed more read their lists again.
  if number / 500 > (number - added) / 500 then
    delete from "changes" where "position" <= number - 2000;
  end if;
  perform pg_notify('thoughts', '');
  return null;
end $$;

create trigger "thoughts-added" after insert on "Thoughts-Data"
  referencing new table as "changed" for each statement execute function "log changes"();

create trigger "thoughts-edited" after update on "Thoughts-Data"
  referencing new table as "changed" for each statement execute function "log changes"();

create trigger "thoughts-deleted" after delete on "Thoughts-Data"
  referencing old table as "changed" for each statement execute function "log changes"();

-- Whose sessions ended, or who is called otherwise now: the servers keep both in memory.
create function "tell of person"() returns trigger language plpgsql as $$
begin
  perform pg_notify('people', old."uid");
  return null;
end $$;

create trigger "session-ended" after delete on "sessions"
  for each row execute function "tell of person"();

create trigger "person-changed" after update or delete on "users"
  for each row execute function "tell of person"();
