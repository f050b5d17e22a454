#!/usr/bin/env perl
# An engine by docs/engine-protocol.md, in Perl with the modules it always brings along.
# It lays the runs and groups on its rack, then adds tiles to the sets of the table, or else draws.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # every answer is to leave at once
my $json = JSON::PP->new->canonical;
my $opening;

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        say_line({ type => 'ready', name => 'Perl example' });
    }
    elsif ($type eq 'game') {
        $opening = $message->{rules}{opening};
    }
    elsif ($type eq 'turn') {
        say_line({ type => 'action', number => $message->{number}, choose($message->{view}) });
    }
    elsif ($type eq 'refused') {
        warn "refused: $message->{text}\n";
    }    # whatever else there is may be passed over
}

sub say_line { print $json->encode($_[0]), "\n" }

# What to do: the fields of an action.
sub choose {
    my ($view) = @_;
    my $opened = $view->{opened}[ $view->{seat} ];
    my @table  = map { [ split ' ' ] } split /\|/, $view->{table};
    my @rack   = split ' ', $view->{rack};
    my ($laid, $worth) = (0, 0);
    while (my @tiles = best_set(@rack)) {
        @rack = without(\@rack, @tiles);
        push @table, \@tiles;
        $laid  += @tiles;
        $worth += number($_) for @tiles;
    }
    return idle($view) if !$opened && $worth < $opening;
    $laid += add_to(\@table, \@rack) if $opened;
    return idle($view) if !$laid;
    return (
        do    => 'play',
        table => join(' | ', map { join ' ', @$_ } @table),
        why   => "$laid tiles go at once",
    );
}

sub idle { return (do => $_[0]{pool} ? 'draw' : 'pass') }

# The run or group of these tiles that is worth most.
sub best_set {
    my %have = map { $_ => 1 } @_;
    my ($best, @best) = (0);
    for my $tile (grep { !is_joker($_) } sort keys %have) {
        my ($colour, $number) = (colour($tile), number($tile));
        my @run   = ($tile);
        push @run, $colour . ++$number while $have{ $colour . ($number + 1) };
        my @group = grep { $have{$_} } map { $_ . number($tile) } qw(k r b y);
        for my $set (\@run, \@group) {
            my $worth = 0;
            $worth += number($_) for @$set;
            ($best, @best) = ($worth, @$set) if @$set >= 3 && $worth > $best;
        }
    }
    return @best;
}

# Adds tiles of the rack to sets of the table for as long as one fits; gives how many.
sub add_to {
    my ($table, $rack) = @_;
    my $added = 0;
    TILE: {
        for my $tile (@$rack) {
            for my $set (@$table) {
                next if !fits($tile, $set);
                push @$set, $tile;
                @$rack = without($rack, $tile);
                $added++;
                redo TILE;
            }
        }
    }
    return $added;
}

# Whether a tile can be added to a set; sets with jokers are left alone.
sub fits {
    my ($tile, $set) = @_;
    return 0 if grep { is_joker($_) } @$set;
    my @numbers = sort { $a <=> $b } map { number($_) } @$set;
    my ($low, $high) = @numbers[ 0, -1 ];
    if ($low == $high) {    # a group
        return @$set == 3 if $tile eq 'j';
        return 0          if is_joker($tile) || number($tile) != $low;
        return !grep { $_ eq $tile } @$set;
    }
    return @$set < 13 if $tile eq 'j';
    return 0          if is_joker($tile) || colour($tile) ne colour($set->[0]);
    return number($tile) == $low - 1 || number($tile) == $high + 1;
}

# The tiles of a rack that are left when some are taken off.
sub without {
    my ($rack, @tiles) = @_;
    my %gone;
    $gone{$_}++ for @tiles;
    return grep { !$gone{$_} || !$gone{$_}-- } @$rack;
}

sub colour   { return substr $_[0], 0, 1 }
sub number   { return substr $_[0], 1 }
sub is_joker { return length $_[0] == 1 }
